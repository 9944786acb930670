import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { useAuth } from '#ui/hooks/use-auth.ts';
import { type Act, levelText, type PeopleAdmin } from '#ui/hooks/use-people-admin.ts';
import { Button } from '#ui/primitives/button.tsx';
import { nameOf } from '../shared/names.ts';
import { ButtonLink } from '../shared/link.tsx';
import { PersonForm } from './person-form.tsx';
import { nameOfPerson, signInText, standingsOf } from './person-texts.ts';
import styles from './people.module.css';

type PersonEntry = PeopleAdmin['people'][number];
type PersonProps = { readonly person: PersonEntry; readonly admin: PeopleAdmin };

/** One line; what can be done with the person is behind it. */
export function PersonRow({ person, admin }: PersonProps) {
  const [isOpen, setOpen] = useState(false);
  const { user } = useAuth();
  const { roles, organizations } = admin;
  const held = roles.filter(({ uuid }) => person.roles.includes(uuid)).map(nameOf);
  const standings = standingsOf(person);
  return (
    <li className={styles.row}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.who}>
            <h3 dir="auto">{nameOfPerson(person)}</h3>
            <span dir="auto" className={styles.fact}>
              {person.username}
              {organizations.length > 1 && person.organization !== null && ` · ${person.organization}`}
            </span>
            {standings.length > 0 && <strong className={styles.standing}>{standings.join(' · ')}</strong>}
          </span>
          <span>{levelText(person.permission)}</span>
          <span dir="auto" className={styles.fact}>
            {held.join(', ')}
          </span>
          <span className={styles.fact}>{signInText(person)}</span>
          <ChevronDown aria-hidden="true" />
        </summary>
        {isOpen && (
          <div className={styles.more}>
            {(person.permission ?? 0) > (user?.permission ?? 0) ? (
              <p>Only somebody of their level or above can change them.</p>
            ) : (
              <>
                <PersonForm
                  key={`${person.username} ${person.name} ${person.email} ${person.permission} ${person.organization_id}`}
                  admin={admin}
                  person={person}
                />
                <Roles person={person} admin={admin} />
                <Deeds person={person} admin={admin} isOwn={person.uuid === user?.user_id} />
              </>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

function Roles({ person, admin: { roles, working, request } }: PersonProps) {
  if (roles.length === 0) return null;
  return (
    <fieldset className={styles.roles}>
      <legend>Roles</legend>
      {roles.map((role) => {
        const isHeld = person.roles.includes(role.uuid);
        return (
          <label key={role.uuid}>
            <input
              type="checkbox"
              checked={isHeld}
              aria-disabled={working || undefined}
              onChange={() =>
                working || request({ kind: isHeld ? 'takeRole' : 'giveRole', person: person.uuid, role: role.uuid })
              }
            />
            <span dir="auto">{nameOf(role)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function Deeds({ person, admin: { act, working, request }, isOwn }: PersonProps & { isOwn: boolean }) {
  const name = nameOfPerson(person);
  const deed = (kind: Exclude<Act['kind'], 'add' | 'change' | 'giveRole' | 'takeRole'>, isPlain = false) => ({
    variant: isPlain ? ('secondary' as const) : ('quiet' as const),
    busy: working && act?.kind === kind && act.person === person.uuid,
    busyLabel: 'Working',
    onClick: () => request({ kind, person: person.uuid }),
  });
  return (
    <div className={styles.deeds}>
      {isOwn ? (
        <ButtonLink to={paths.account()}>Your Password and Sessions</ButtonLink>
      ) : (
        <Button aria-label={`One-Time Password for ${name}`} {...deed('oneTime', true)}>
          One-Time Password
        </Button>
      )}
      {person.locked && (
        <Button aria-label={`Unlock ${name}`} {...deed('unlock', true)}>
          Unlock
        </Button>
      )}
      {person.second_factor && !isOwn && (
        <Button aria-label={`Ask ${name} for No Code`} {...deed('removeFactor')}>
          Ask for No Code
        </Button>
      )}
      <Button aria-label={`Sign Out Everywhere: ${name}`} {...deed('signOut')}>
        Sign Out Everywhere
      </Button>
      {person.disabled ? (
        <Button aria-label={`Enable ${name}`} {...deed('enable', true)}>
          Enable
        </Button>
      ) : (
        !isOwn && (
          <Button aria-label={`Disable ${name}`} {...deed('disable')}>
            Disable
          </Button>
        )
      )}
      <ButtonLink to={paths.userAdmin(person.uuid)} variant="quiet" aria-label={`User Management for ${name}`}>
        User Management
      </ButtonLink>
    </div>
  );
}
