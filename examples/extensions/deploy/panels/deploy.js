import { connect } from '/admin/x/frame.js';

const frame = await connect();
const [state, start] = ['state', 'start'].map((id) => document.getElementById(id));
const WORDS = {
  en: {
    ...{ waiting: 'is waiting', running: 'is running', ready: 'is online', failed: 'has failed' },
    ...{
      none: 'Nothing is known of builds.',
      unread: 'The builds cannot be read',
      asked: 'The build has been asked for.',
    },
    ...{ build: 'The build of', start: 'Build now' },
  },
  de: {
    ...{ waiting: 'wartet', running: 'läuft', ready: 'ist online', failed: 'ist fehlgeschlagen' },
    ...{
      none: 'Von Builds ist nichts bekannt.',
      unread: 'Die Builds sind nicht lesbar',
      asked: 'Der Build ist angefordert.',
    },
    ...{ build: 'Der Build vom', start: 'Jetzt bauen' },
  },
};
const words = WORDS[frame.language] ?? WORDS.en;
start.textContent = words.start;
const AGAIN_MS = { waiting: 5_000, running: 5_000 };

async function show() {
  try {
    const last = await frame.call('/last');
    const at = last && new Date(last.at).toLocaleString(frame.language);
    state.textContent = last ? `${words.build} ${at} ${words[last.state]}. ${last.message ?? ''}` : words.none;
    if (last && AGAIN_MS[last.state]) setTimeout(show, AGAIN_MS[last.state]);
  } catch (error) {
    state.textContent = `${words.unread}: ${error.message}`;
  }
  frame.resize();
}

start.addEventListener('click', async () => {
  start.disabled = true;
  await frame.call('/start', { method: 'POST' }).then(
    () => frame.notify(words.asked),
    (error) => frame.notify(error.message, { isError: true }),
  );
  start.disabled = false;
  show();
});
show();
