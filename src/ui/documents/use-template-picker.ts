import type { templatePickerMachine } from '#machines/documents/template-picker.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { phaseOf } from '../shared/phase.ts';
import { useSelected } from '../shared/use-selected.ts';

export type TemplatePickerMachine = typeof templatePickerMachine;

/** The machine of choosing a base template. */
export function useTemplatePicker(machine: TemplatePickerMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => {
    const { templates, chosen } = snapshot.context;
    return {
      ...snapshot.context,
      phase: phaseOf((phase) => snapshot.hasTag(phase)),
      chosen: templates.find(({ uuid }) => uuid === chosen) ?? null,
      wipsPhase: phaseOf((phase) => snapshot.hasTag(`wips.${phase}`)),
      busy: snapshot.hasTag('busy'),
    };
  });
  return {
    ...shown,
    choose: (template: string) => actor.send({ type: 'template.chosen', template }),
    submit: () => actor.send({ type: 'selection.submitted' }),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

export type TemplatePicker = ReturnType<typeof useTemplatePicker>;
