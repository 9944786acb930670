import type { ArchiveBrowser } from '#ui/archives/use-archive-browser.ts';
import { Field, FieldRow } from '#ui/primitives/forms/field.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { Select } from '#ui/primitives/forms/select.tsx';
import { dayText } from '../shared/moment.tsx';
import { nameOf, optionsOf } from '../shared/names.ts';
import { ListState, Awaited } from './list-state.tsx';
import styles from './archives.module.css';

/** The first two steps: a template, and one of its WIPs. */
export function Choices({ browser }: { browser: ArchiveBrowser }) {
  const { template, templates, templatesPhase, wip, wips, wipsPhase, messages, retry } = browser;
  return (
    <form className={styles.choices} onSubmit={(event) => event.preventDefault()}>
      <FieldRow>
        {templatesPhase === 'loading' && templates.length === 0 && <Awaited label="Loading templates" />}
        {templates.length > 0 && (
          <Field label="Template">
            <Select
              name="template"
              options={optionsOf(templates)}
              value={template}
              onChange={browser.chooseTemplate}
              placeholder="Choose a template"
            />
          </Field>
        )}
        {wipsPhase === 'loading' && wips.length === 0 && <Awaited label="Loading works in progress" />}
        {wips.length > 0 && (
          <Field label="WIP">
            {/* The browser's own: there may be thousands. */}
            <NativeSelect
              name="wip"
              options={optionsOf(wips.filter(({ deletedOn }) => deletedOn === null))}
              apart={{ label: 'Deleted', options: deletedOptions(wips) }}
              value={wip}
              onChange={(event) => browser.chooseWip(event.target.value)}
              placeholder="Choose a WIP"
            />
          </Field>
        )}
      </FieldRow>
      <ListState
        phase={templatesPhase}
        count={templates.length}
        message={messages.templates}
        empty="No templates available"
        onRetry={retry}
      />
      <ListState
        phase={wipsPhase}
        count={wips.length}
        message={messages.wips}
        empty="No WIPs found for this template. Create one by editing the base template and saving it."
        onRetry={retry}
      />
    </form>
  );
}

/** The deleted WIPs, the last deleted first. Each label contains that too: the chosen one is shown without the others. */
const deletedOptions = (wips: ArchiveBrowser['wips']) =>
  wips
    .flatMap((wip) => (wip.deletedOn === null ? [] : [{ ...wip, at: wip.deletedOn }]))
    .sort((a, b) => b.at - a.at)
    .map((wip) => ({ value: wip.uuid, label: `${nameOf(wip)} (deleted ${dayText(wip.at)})` }));
