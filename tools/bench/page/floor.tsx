import { useMachine } from '@xstate/react';
import { type FormEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import wretch from 'wretch';
import { createMachine } from 'xstate';

/**
 * The product's libraries with one form, and a list that is requested after the session check: the floor of the page's
 * bench.
 */
const form = createMachine({ initial: 'idle', states: { idle: { on: { send: 'sent' } }, sent: {} } });

function Login() {
  const [state, send] = useMachine(form);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send({ type: 'send' });
  };
  return (
    <main>
      <h1>Sign in</h1>
      <form onSubmit={submit}>
        <input name="username" aria-label="Username" />
        <input name="password" type="password" aria-label="Password" />
        <button type="submit">{state.matches('idle') ? 'Sign In' : 'Signing in'}</button>
      </form>
    </main>
  );
}

type Template = { uuid: string; name: string };

function Dashboard() {
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  useEffect(() => {
    const api = wretch().headers({ 'Content-Type': 'application/json' });
    const load = async (): Promise<void> => {
      await api.url('/auth/verify').get().res();
      const { templates: found } = await api.url('/v1/templates').get().json<{ templates: Template[] }>();
      setTemplates(found);
    };
    void load();
  }, []);
  return (
    <main>
      <h1>Dashboard</h1>
      <ul>
        {templates.map(({ uuid, name }) => (
          <li key={uuid}>{name}</li>
        ))}
      </ul>
    </main>
  );
}

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <BrowserRouter>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="/dashboard" element={<Dashboard />} />
      </Routes>
    </BrowserRouter>,
  );
}
