import { appMachine } from '#machines/app/app.machine.ts';
import { defineModel } from 'chart-walks';

/** It only holds the session and its renewal, which have models of their own. */
export const appModel = defineModel(appMachine)({ changes: {} });
