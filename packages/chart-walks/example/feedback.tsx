import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { feedbackMachine } from './feedback.machine.ts';

/** Sends a text to the host. @throws if it does not arrive */
export type SendFeedback = (feedback: string) => Promise<void>;

/** A form that asks how it was. @param props `send`: the call of the host */
export function Feedback({ send }: { send: SendFeedback }) {
  const [snapshot, , actor] = useMachine(
    feedbackMachine.provide({
      actors: { sendFeedback: fromPromise<void, { feedback: string }>(({ input }) => send(input.feedback)) },
    }),
  );
  if (snapshot.matches('closed')) return <p>Closed.</p>;
  return (
    <section>
      {snapshot.matches('prompt') && (
        <>
          <h1>How was it?</h1>
          <button type="button" onClick={() => actor.send({ type: 'feedback.good' })}>
            Good
          </button>
          <button type="button" onClick={() => actor.send({ type: 'feedback.bad' })}>
            Bad
          </button>
        </>
      )}
      {snapshot.matches('form') && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            actor.send({ type: 'submit' });
          }}
        >
          <label>
            What was bad?
            <input
              value={snapshot.context.feedback}
              disabled={!snapshot.matches({ form: 'writing' })}
              onChange={({ target }) => actor.send({ type: 'feedback.update', value: target.value })}
            />
          </label>
          <button type="submit" disabled={snapshot.matches({ form: 'sending' })}>
            Send
          </button>
          {snapshot.matches({ form: 'sending' }) && <p role="status">Sending…</p>}
          {snapshot.matches({ form: 'failed' }) && <p role="alert">It did not arrive.</p>}
        </form>
      )}
      {snapshot.matches('thanks') && <h1>Thank you!</h1>}
      <button type="button" onClick={() => actor.send({ type: 'close' })}>
        Close
      </button>
    </section>
  );
}
