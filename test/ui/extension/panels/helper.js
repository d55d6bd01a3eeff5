import { connect } from '/admin/x/frame.js';

const frame = await connect();
const show = (id, value) => {
  document.getElementById(id).textContent = typeof value === 'string' ? value : JSON.stringify(value);
};
const tell = () => show('about', frame.record ? `${frame.record.kind} ${frame.record.title}` : 'no record');
const ACTS = {
  summarize: () =>
    frame.record.kind === 'media'
      ? frame.setField('altText', 'A heron')
      : frame.setField('summary', `About ${frame.record.title}`),
  page: () => frame.pickPage(),
  media: () => frame.pickMedia({ isPicture: true }),
  ask: () => frame.confirm({ title: 'Really?', text: '<b>All</b> of it', action: 'Yes, all' }),
  note: () => frame.notify('Done'),
  call: () => frame.call('/echo', { query: { word: 'heron' } }),
};
for (const [id, act] of Object.entries(ACTS))
  document.getElementById(id).addEventListener('click', () =>
    act().then(
      (value) => show('answer', value ?? 'nothing'),
      (error) => show('answer', `${error.code}`),
    ),
  );
frame.onChange(tell);
tell();
new ResizeObserver(() => frame.resize()).observe(document.body);
