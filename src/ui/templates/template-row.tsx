import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { paths } from '#common/config/paths.ts';
import { useAuth, useCommandDocs } from '#ui/session/use-auth.ts';
import { calledOf, type TemplateAdmin } from '#ui/templates/use-template-admin.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Acts, DetailRow, factClass } from '../lists/detail-row.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { Moment, shortText } from '../shared/moment.tsx';
import { counted } from './upload-texts.ts';

type Template = TemplateAdmin['templates'][number];

type TemplateRowProps = {
  readonly template: Template;
  readonly admin: TemplateAdmin;
  /** Its place, and before which other one a step up or down puts it: undefined at an end, null for the last place. Null for a removed one. */
  readonly places: {
    readonly at: number;
    readonly up: string | undefined;
    readonly down: string | null | undefined;
  } | null;
};

/** One line, with the template's actions behind it. */
export function TemplateRow({ template, admin, places }: TemplateRowProps) {
  const { on_wall, removed_on, changed_on, changed_by, regions, organization, file_name } = template;
  const panes = useCommandPanes(template);
  const status =
    removed_on === null
      ? [...(on_wall ? ['On the wall'] : []), ...panes.map((pane) => `Command Docs (${pane})`)].join(', ')
      : `Removed ${shortText(removed_on)}`;
  return (
    <DetailRow
      name={calledOf(template)}
      beside={
        <span dir="auto" className={factClass}>
          {file_name}
        </span>
      }
      facts={
        <>
          <span className={factClass}>{counted(regions ?? 0, 'field')}</span>
          <span className={factClass}>
            {changed_on !== null && <Moment at={changed_on} text={shortText} />}
            {changed_by !== null && <bdi>{` ${changed_by}`}</bdi>}
          </span>
          <span className={factClass}>{organization ?? 'All organizations'}</span>
          <span>{status !== '' && <strong className={factClass}>{status}</strong>}</span>
        </>
      }
    >
      {template.description && <p dir="auto">{template.description}</p>}
      {template.has_role && (
        <p className={factClass}>Only holders of its role change its documents. Roles hang on its file name.</p>
      )}
      {!template.changeable && <p>It is for all organizations: a site administrator (level 4) changes it.</p>}
      <Acts>
        {template.changeable && <TemplateActs template={template} admin={admin} places={places} />}
        {places !== null && <CommandActs template={template} admin={admin} />}
      </Acts>
    </DetailRow>
  );
}

function TemplateActs({ template, admin: { act, working, request, upload }, places }: TemplateRowProps) {
  const { uuid, version } = template;
  const name = calledOf(template);
  const isAtWork = working && act !== null && 'template' in act && act.template === uuid ? act.kind : null;
  const pressed = useRef<HTMLButtonElement>(null);
  const at = places?.at;
  useEffect(() => {
    // A row that goes down is taken out of the page for a moment, and its button loses the keyboard.
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [at]);
  const step = (before: string | null | undefined) => ({
    unavailable: before === undefined,
    onClick: (event: { currentTarget: HTMLButtonElement }) => {
      if (before === undefined) return;
      pressed.current = event.currentTarget;
      request({ kind: 'move', template: uuid, before });
    },
  });
  if (places === null) {
    return (
      <Button
        aria-label={`Restore ${name}`}
        busy={isAtWork === 'restore'}
        busyLabel="Restoring"
        onClick={() => request({ kind: 'restore', template: uuid })}
      >
        Restore
      </Button>
    );
  }
  return (
    <>
      <Button aria-label={`Replace ${name}`} onClick={() => upload.open({ uuid, name, version })}>
        Replace
      </Button>
      {template.can_put_back && (
        <Button
          aria-label={`Put Back the Version Before of ${name}`}
          busy={isAtWork === 'putBack'}
          busyLabel="Putting back"
          onClick={() => request({ kind: 'putBack', template: uuid })}
        >
          Put Back the Version Before
        </Button>
      )}
      <Button icon={<ArrowUp />} aria-label={`Up: ${name}`} {...step(places.up)}>
        Up
      </Button>
      <Button icon={<ArrowDown />} aria-label={`Down: ${name}`} {...step(places.down)}>
        Down
      </Button>
      <ButtonLink to={paths.form(uuid)} variant="quiet" aria-label={`New document of ${name}`}>
        New Document
      </ButtonLink>
      <Button
        variant="quiet"
        aria-label={`Remove ${name}`}
        busy={isAtWork === 'remove'}
        busyLabel="Removing"
        onClick={() => request({ kind: 'remove', template: uuid })}
      >
        Remove
      </Button>
    </>
  );
}

/** The panes of the own organization's Command Docs that show a template. */
function useCommandPanes({ uuid }: Template): ('left' | 'right')[] {
  const [left, right] = useCommandDocs();
  return [...(left === uuid ? (['left'] as const) : []), ...(right === uuid ? (['right'] as const) : [])];
}

function CommandActs({ template, admin: { act, working, request } }: Omit<TemplateRowProps, 'places'>) {
  const { user } = useAuth();
  const panes = useCommandPanes(template);
  const { uuid, organization } = template;
  // Another organization's goes into that one's pair, which is not seen here.
  if (organization !== null && organization !== user?.organization) return null;
  return (['left', 'right'] as const).map((pane) => (
    <Button
      key={pane}
      variant="quiet"
      unavailable={panes.includes(pane)}
      aria-label={`Command Docs ${pane}: ${calledOf(template)}`}
      busy={working && act?.kind === 'command' && act.template === uuid && act.pane === pane}
      busyLabel="Choosing"
      onClick={() => request({ kind: 'command', template: uuid, pane })}
    >
      {pane === 'left' ? 'Command Docs Left' : 'Command Docs Right'}
    </Button>
  ));
}
