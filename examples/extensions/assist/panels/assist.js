import { connect } from '/admin/x/frame.js';

const frame = await connect();
const byId = (id) => document.getElementById(id);
const [field, act, ask, result, was, now] = ['field', 'act', 'ask', 'result', 'was', 'now'].map(byId);
const WORDS = {
  en: {
    ...{ describe: 'Describe the picture', shorten: 'Shorten', translate: 'Translate' },
    ...{ field: 'Field', act: 'Wish', ask: 'Suggest', accept: 'Accept', drop: 'Discard' },
  },
  de: {
    ...{ describe: 'Das Bild beschreiben', shorten: 'Kürzen', translate: 'Übersetzen' },
    ...{ field: 'Feld', act: 'Wunsch', ask: 'Vorschlagen', accept: 'Übernehmen', drop: 'Verwerfen' },
  },
};
const words = WORDS[frame.language] ?? WORDS.en;
for (const select of [field, act]) select.ariaLabel = words[select.id];
for (const button of ['ask', 'accept', 'drop'].map(byId)) button.textContent = words[button.id];
const isPicture = frame.record.kind === 'media';
const ACTS = isPicture ? { describe: words.describe } : { shorten: words.shorten, translate: words.translate };
let suggested = null;

/** The fields that hold plain text. */
const texts = () =>
  isPicture
    ? { altText: frame.record.fields.altText ?? '' }
    : Object.fromEntries(
        Object.entries(frame.record.fields).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
      );

const fill = (select, names) => {
  const chosen = select.value;
  select.replaceChildren(...Object.entries(names).map(([value, label]) => new Option(label, value)));
  if (chosen in names) select.value = chosen;
};

function show() {
  fill(field, Object.fromEntries(Object.keys(texts()).map((name) => [name, name])));
  ask.disabled = frame.isReadOnly || field.value === '';
  result.hidden = suggested === null;
  if (suggested) [was.textContent, now.textContent] = [suggested.was, suggested.text];
  frame.resize();
}

ask.addEventListener('click', async () => {
  const [name, text] = [field.value, texts()[field.value]];
  ask.disabled = true;
  try {
    const body = {
      wish: act.value,
      ...(isPicture ? { media: frame.record.id } : { text }),
      locale: frame.locale ?? frame.language,
    };
    const { suggestion } = await frame.call('/suggest', { method: 'POST', body });
    suggested = { name, was: text, text: suggestion };
  } catch (error) {
    await frame.notify(error.message, { isError: true });
  }
  show();
});
byId('accept').addEventListener('click', async () => {
  await frame.setField(suggested.name, suggested.text);
  suggested = null;
  show();
});
byId('drop').addEventListener('click', () => {
  suggested = null;
  show();
});
fill(act, ACTS);
frame.onChange(show);
show();
