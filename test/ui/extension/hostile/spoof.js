// Greets in the name of others, with nonces that it does not know, and sends itself and its neighbours false ports.
const { port1, port2 } = new MessageChannel();
let hasPort = false;
addEventListener('message', ({ ports }) => {
  hasPort ||= ports.length > 0;
});
const nonces = ['', 'undefined', 'null', '0'.repeat(32)];
for (const nonce of nonces) parent.postMessage({ quire: 1, type: 'hello', nonce }, '*');
parent.postMessage({ type: 'request', id: 1, name: 'propose', input: { value: 'spoofed' } }, '*', [port2]);
for (let index = 0; index < parent.frames.length; index += 1)
  parent.frames[index].postMessage({ quire: 1, type: 'welcome', nonce: '0'.repeat(32) }, '*', [
    new MessageChannel().port1,
  ]);
port1.onmessage = () => {
  hasPort = true;
};
setTimeout(() => {
  document.getElementById('said').textContent = hasPort ? 'heard' : 'unheard';
}, 500);
