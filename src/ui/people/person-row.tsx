import { paths } from '#common/config/paths.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import { type Act, levelText, type PeopleAdmin } from '#ui/people/use-people-admin.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { CheckBox } from '#ui/primitives/forms/check-box.tsx';
import { Acts, DetailRow, factClass } from '../lists/detail-row.tsx';
import { nameOf } from '../shared/names.ts';
import { ButtonLink } from '../shared/link.tsx';
import { PersonForm } from './person-form.tsx';
import { nameOfPerson, signInText, statusesOf } from './person-texts.ts';
import styles from './people.module.css';

type PersonEntry = PeopleAdmin['people'][number];
type PersonProps = { readonly person: PersonEntry; readonly admin: PeopleAdmin };

/** One line, with the user's actions behind it. */
export function PersonRow({ person, admin }: PersonProps) {
  const { user } = useAuth();
  const { roles, organizations } = admin;
  const held = roles.filter(({ uuid }) => person.roles.includes(uuid)).map(nameOf);
  const statuses = statusesOf(person);
  return (
    <DetailRow
      name={nameOfPerson(person)}
      beside={
        <>
          <span dir="auto" className={factClass}>
            {person.username}
            {organizations.length > 1 && person.organization !== null && ` · ${person.organization}`}
          </span>
          {statuses.length > 0 && <strong className={styles.status}>{statuses.join(' · ')}</strong>}
        </>
      }
      facts={
        <>
          <span>{levelText(person.permission)}</span>
          <span dir="auto" className={factClass}>
            {held.join(', ')}
          </span>
          <span className={factClass}>{signInText(person)}</span>
        </>
      }
    >
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
          <PersonActs person={person} admin={admin} isOwn={person.uuid === user?.user_id} />
        </>
      )}
    </DetailRow>
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
          <CheckBox
            key={role.uuid}
            checked={isHeld}
            aria-disabled={working || undefined}
            onChange={() =>
              working || request({ kind: isHeld ? 'takeRole' : 'giveRole', person: person.uuid, role: role.uuid })
            }
          >
            <span dir="auto">{nameOf(role)}</span>
          </CheckBox>
        );
      })}
    </fieldset>
  );
}

function PersonActs({ person, admin: { act, working, request }, isOwn }: PersonProps & { isOwn: boolean }) {
  const name = nameOfPerson(person);
  const actOf = (kind: Exclude<Act['kind'], 'add' | 'change' | 'giveRole' | 'takeRole'>, isPlain = false) => ({
    variant: isPlain ? ('secondary' as const) : ('quiet' as const),
    busy: working && act?.kind === kind && act.person === person.uuid,
    busyLabel: 'Working',
    onClick: () => request({ kind, person: person.uuid }),
  });
  return (
    <Acts>
      {isOwn ? (
        <ButtonLink to={paths.account()}>Your Password and Sessions</ButtonLink>
      ) : (
        <Button aria-label={`One-Time Password for ${name}`} {...actOf('oneTime', true)}>
          One-Time Password
        </Button>
      )}
      {person.locked && (
        <Button aria-label={`Unlock ${name}`} {...actOf('unlock', true)}>
          Unlock
        </Button>
      )}
      {person.second_factor && !isOwn && (
        <Button aria-label={`Ask ${name} for No Code`} {...actOf('removeFactor')}>
          Ask for No Code
        </Button>
      )}
      <Button aria-label={`Sign Out Everywhere: ${name}`} {...actOf('signOut')}>
        Sign Out Everywhere
      </Button>
      {person.disabled ? (
        <Button aria-label={`Enable ${name}`} {...actOf('enable', true)}>
          Enable
        </Button>
      ) : (
        !isOwn && (
          <Button aria-label={`Disable ${name}`} {...actOf('disable')}>
            Disable
          </Button>
        )
      )}
      <ButtonLink to={paths.userAdmin(person.uuid)} variant="quiet" aria-label={`User Management for ${name}`}>
        User Management
      </ButtonLink>
    </Acts>
  );
}
