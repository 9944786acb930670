import { useRef, useState } from 'react';
import { type PeopleAdmin, type PeopleAdminMachine, usePeopleAdmin } from '#ui/people/use-people-admin.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { ListBar } from '../lists/list-bar.tsx';
import { ListCards } from '../lists/list-cards.tsx';
import { useList } from '../lists/use-list.ts';
import { Failure } from '../shared/failure.tsx';
import { OneTimePassword } from './one-time-password.tsx';
import { PeopleImportForm } from './people-import.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonRow } from './person-row.tsx';
import { nameOfPerson } from './person-texts.ts';
import { AdminPage } from '../session/admin-page.tsx';

const SORTS = ['name', 'newest'] as const;
const LIST_HEADING = 'all-people';

/** The users whom an administrator manages. Requests nothing if the user may not, or if the host has none of it. */
export function PeopleScreen({ machine }: { machine: PeopleAdminMachine }) {
  return (
    <AdminPage screen="people" title="People" may="can manage people">
      <People machine={machine} />
    </AdminPage>
  );
}

function People({ machine }: { machine: PeopleAdminMachine }) {
  const admin = usePeopleAdmin(machine);
  const title = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState<'form' | 'file' | null>(null);
  const { people, pages, listMessage, loading, question, handed, message, success } = admin;
  const count = pages?.total ?? people.length;
  const isLoaded = !loading && listMessage === null;
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="People"
        titleRef={title}
        subtitle="Who can sign in, and what they may do."
        actions={
          isLoaded && (
            <>
              <Button aria-expanded={shown === 'file'} onClick={() => setShown(shown === 'file' ? null : 'file')}>
                Import People
              </Button>
              <Button
                variant={shown === null ? 'primary' : 'secondary'}
                aria-expanded={shown === 'form'}
                onClick={() => setShown(shown === 'form' ? null : 'form')}
              >
                New Person
              </Button>
            </>
          )
        }
      />
      <PeopleImportForm imports={admin.imports} isOpen={shown === 'file'} />
      {shown === 'form' && (
        <Panel>
          <PersonForm key={admin.added} admin={admin} person={null} />
        </Panel>
      )}
      <OutcomeSlot placement="toast" message={message} success={success} />
      {loading && <Skeleton label="Loading people" shape="lines" count={6} />}
      {listMessage !== null && <Failure title="Error Loading People" message={listMessage} onRetry={admin.retry} />}
      {isLoaded && (
        <Section title={`People (${count})`} id={LIST_HEADING}>
          <PeopleList admin={admin} />
        </Section>
      )}
      <ConfirmDialog
        open={admin.isAsking}
        message={question?.text ?? ''}
        confirmLabel={question?.confirm ?? ''}
        tone={question?.isGrave ? 'danger' : 'normal'}
        onConfirm={admin.confirm}
        onCancel={admin.cancel}
        returnFocus={title}
      />
      {handed && <OneTimePassword handed={handed} copied={admin.copied} onCopy={admin.copy} onDone={admin.putAway} />}
    </>
  );
}

type PersonEntry = PeopleAdmin['people'][number];

const factsOf = (person: PersonEntry) => ({
  name: nameOfPerson(person),
  date: person.last_sign_in,
  words: `${person.username ?? ''} ${person.email ?? ''}`,
});

function PeopleList({ admin }: { admin: PeopleAdmin }) {
  const list = useList(admin.people, factsOf, 'name', admin.pages);
  return (
    <>
      <ListBar list={list} noun="people" sorts={SORTS} newest="Last sign-in" />
      <ListCards list={list} labelledBy={LIST_HEADING}>
        {(person) => <PersonRow key={person.uuid} person={person} admin={admin} />}
      </ListCards>
    </>
  );
}
