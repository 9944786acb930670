import { createActor } from 'xstate';
import { leaveGuardMachine, type LeaveGuardRef } from '#machines/shared/leave-guard.machine.ts';
import type { App } from './app-context.ts';

/** Starts the chart that decides about leaving a screen with unsaved work. Its code loads with the screens that need it, and it outlives them. */
export const startLeaveGuard = ({ inspect }: App): LeaveGuardRef =>
  createActor(leaveGuardMachine, { ...(inspect && { inspect }) }).start();
