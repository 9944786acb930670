import { ShieldCheck } from 'lucide-react';
import { resultText } from '#common/proof/sentences.ts';
import { type RecordCheckMachine, useRecordCheck } from '#ui/records/use-records.ts';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { Failure } from '../shared/failure.tsx';

type CheckProps = { readonly machine: RecordCheckMachine };

/** The check of one record, at a host that has it. */
export function RecordCheck(props: CheckProps) {
  const { user } = useAuth();
  return hasCapability(user, 'records.proof') && <Check {...props} />;
}

function Check({ machine }: CheckProps) {
  const { result, checking, message, check } = useRecordCheck(machine);
  return (
    <Section title="Proof" id="record-proof">
      <div>
        <Button icon={<ShieldCheck />} busy={checking} busyLabel="Checking" onClick={check}>
          Check
        </Button>
      </div>
      {message !== null && <Failure message={message} />}
      {result && (
        <Banner tone={result.fits === null ? 'warning' : result.fits ? 'success' : 'error'}>
          {[resultText(result.fits), ...result.sentences].join('\n')}
        </Banner>
      )}
    </Section>
  );
}
