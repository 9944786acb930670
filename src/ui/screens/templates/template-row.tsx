import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import { calledOf, type TemplateAdmin } from '#ui/hooks/use-template-admin.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { Moment, shortText } from '../shared/moment.tsx';
import { counted } from './upload-texts.ts';
import styles from './templates.module.css';

type Template = TemplateAdmin['templates'][number];

type TemplateRowProps = {
  readonly template: Template;
  readonly admin: TemplateAdmin;
  /** Where it is, and before which other one a step up or down puts it: undefined at an end, null for the last place. Null for a removed one. */
  readonly places: {
    readonly at: number;
    readonly up: string | undefined;
    readonly down: string | null | undefined;
  } | null;
};

/** One line; what can be done with the template is behind it. */
export function TemplateRow({ template, admin, places }: TemplateRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { on_wall, removed_on, changed_on, changed_by, regions, organization, file_name } = template;
  const standing = removed_on === null ? (on_wall ? 'On the wall' : '') : `Removed ${shortText(removed_on)}`;
  return (
    <li className={styles.row}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.what}>
            <h3 dir="auto">{calledOf(template)}</h3>
            <span dir="auto" className={styles.fact}>
              {file_name}
            </span>
          </span>
          <span className={styles.fact}>{counted(regions ?? 0, 'region')}</span>
          <span className={styles.fact}>
            {changed_on !== null && <Moment at={changed_on} text={shortText} />}
            {changed_by !== null && <bdi>{` ${changed_by}`}</bdi>}
          </span>
          <span className={styles.fact}>{organization ?? 'All organizations'}</span>
          <span className={styles.standing}>{standing}</span>
          <ChevronDown aria-hidden="true" />
        </summary>
        {isOpen && (
          <div className={styles.more}>
            {template.description && <p dir="auto">{template.description}</p>}
            {template.has_role && (
              <p className={styles.fact}>Only holders of its role change its documents. Roles hang on its file name.</p>
            )}
            {template.changeable ? (
              <Deeds template={template} admin={admin} places={places} />
            ) : (
              <p>It is for all organizations: a site administrator (level 4) changes it.</p>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

function Deeds({ template, admin: { act, working, request, upload }, places }: TemplateRowProps) {
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
      <div className={styles.deeds}>
        <Button
          aria-label={`Restore ${name}`}
          busy={isAtWork === 'restore'}
          busyLabel="Restoring"
          onClick={() => request({ kind: 'restore', template: uuid })}
        >
          Restore
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.deeds}>
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
    </div>
  );
}
