import { connect } from '/admin/x/frame.js';

const frame = await connect();
const [state, start] = ['state', 'start'].map((id) => document.getElementById(id));
const WORDS = { waiting: 'is waiting', running: 'is running', ready: 'is online', failed: 'has failed' };
const AGAIN_MS = { waiting: 5_000, running: 5_000 };

async function show() {
  try {
    const last = await frame.call('/last');
    const at = last && new Date(last.at).toLocaleString(frame.language);
    state.textContent = last
      ? `The build of ${at} ${WORDS[last.state]}. ${last.message ?? ''}`
      : 'Nothing is known of builds.';
    if (last && AGAIN_MS[last.state]) setTimeout(show, AGAIN_MS[last.state]);
  } catch (error) {
    state.textContent = `The builds cannot be read: ${error.message}`;
  }
  frame.resize();
}

start.addEventListener('click', async () => {
  start.disabled = true;
  await frame.call('/start', { method: 'POST' }).then(
    () => frame.notify('The build has been asked for.'),
    (error) => frame.notify(error.message, { isError: true }),
  );
  start.disabled = false;
  show();
});
show();
