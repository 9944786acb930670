import { readUsage } from '#common/calls/audit.ts';
import { inspect } from '../guards/access.ts';
import { isSiteAdministrator } from '#server/domain/access.ts';
import { type Budgets, usageFor } from '#server/domain/budgets.ts';
import type { Condition } from '#server/storage/lifecycle/disk.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Operation } from '../ops/metrics.ts';
import { serve, type Api } from '../serve.ts';

/** The parts of the route. */
type UsageParts = {
  usage: { storage: Pick<Storage, 'usage' | 'wips' | 'organisations'>; budgets: Budgets; now: () => Date };
  /** State of the installation, for monitors; may reject. */
  operation: () => Promise<Operation>;
  condition: Condition;
};

/** Route of the used parts of the server's budgets (`usage.read` in `capabilities`). */
export function usageRoute(api: Api, { usage: { storage, budgets, now }, operation, condition }: UsageParts): void {
  serve(
    api,
    readUsage,
    { access: inspect, about: 'How much of the server’s budgets is used', capability: 'usage.read' },
    async ({ actor }) => {
      const organizations = (await usageFor(storage, actor, now())).map((one) => ({
        name: one.name,
        stored: one.stored,
        stored_most: budgets.ofOrganisation,
        wips: one.wips,
        wips_most: budgets.wips,
      }));
      if (!isSiteAdministrator(actor)) return { success: true, organizations, server: null };
      const { databaseBytes, lastBackup, version } = await operation();
      const server = {
        database: databaseBytes,
        free: condition.freeBytes(),
        version,
        last_backup: lastBackup?.at ?? null,
      };
      return { success: true, organizations, server };
    },
  );
}
