import { useSelector } from '@xstate/react';
import type { TemplatePickerSnapshot } from '#machines/template-picker.machine.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

const phaseOf = (snapshot: TemplatePickerSnapshot): 'loading' | 'failed' | 'loaded' =>
  snapshot.hasTag('loaded') ? 'loaded' : snapshot.hasTag('failed') ? 'failed' : 'loading';
const wipsPhaseOf = (snapshot: TemplatePickerSnapshot): 'unasked' | 'loading' | 'failed' | 'loaded' => {
  if (snapshot.hasTag('wipsLoading')) return 'loading';
  if (snapshot.hasTag('wipsFailed')) return 'failed';
  return snapshot.hasTag('wipsLoaded') ? 'loaded' : 'unasked';
};
const templatesOf = (snapshot: TemplatePickerSnapshot) => snapshot.context.templates;
const chosenOf = (snapshot: TemplatePickerSnapshot) =>
  snapshot.context.templates.find(({ uuid }) => uuid === snapshot.context.chosen) ?? null;
const wipsOf = (snapshot: TemplatePickerSnapshot) => snapshot.context.wips;
const messageOf = (snapshot: TemplatePickerSnapshot) => snapshot.context.message;
const problemOf = (snapshot: TemplatePickerSnapshot) => snapshot.context.problem;
const isBusy = (snapshot: TemplatePickerSnapshot) => snapshot.hasTag('busy');

/** The machine of choosing a base template. */
export function useTemplatePicker() {
  const actor = useScreenActor(useApp().machines.templatePicker, undefined);
  return {
    phase: useSelector(actor, phaseOf),
    templates: useSelector(actor, templatesOf),
    chosen: useSelector(actor, chosenOf),
    wipsPhase: useSelector(actor, wipsPhaseOf),
    wips: useSelector(actor, wipsOf),
    message: useSelector(actor, messageOf),
    problem: useSelector(actor, problemOf),
    busy: useSelector(actor, isBusy),
    choose: (template: string) => actor.send({ type: 'template.chosen', template }),
    submit: () => actor.send({ type: 'selection.submitted' }),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** What the parts of the screen are given. */
export type TemplatePicker = ReturnType<typeof useTemplatePicker>;
