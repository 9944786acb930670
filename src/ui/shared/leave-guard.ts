import { createActor } from 'xstate';
import { leaveGuardMachine, type LeaveGuardRef } from '#machines/shared/leave-guard.machine.ts';
import type { App } from './app-context.ts';

/** Starts the chart that decides who may leave a screen with unsaved work. It comes with the screens that need it and outlives them. */
export const startLeaveGuard = ({ inspect }: App): LeaveGuardRef =>
  createActor(leaveGuardMachine, { ...(inspect && { inspect }) }).start();
