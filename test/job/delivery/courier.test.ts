import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCourier } from '../../../src/job/delivery/courier.ts';
import { newDelivery } from '../../../src/job/delivery/delivery.ts';
import { openOutbox } from '../../../src/job/delivery/outbox.ts';
import { createSlots } from '../../../src/job/delivery/slots.ts';
import { testMessage } from '../../../src/job/webhook/message.ts';

const NOW = '2026-02-01T12:00:00.000Z';
it('tries a message again later, not without end, if sending it fails here', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-courier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const outbox = openOutbox({ file: join(folder, '1.ndjson'), onError });
  const slots = createSlots(1);
  const position = { commit: null, at: NOW };
  const courier = createCourier({
    ...{ outbox, slots, onError },
    feed: { position: () => position, follow: () => ({ resume: () => undefined, stop: () => undefined }) },
    clock: () => new Date(NOW),
    random: () => 0.5,
    receiver: {
      label: 'A webhook',
      isActive: () => true,
      wants: () => true,
      toMessage: () => testMessage(1, NOW),
      deliver: () => Promise.reject(new Error('a fault of our own')),
      disable: () => undefined,
    },
  });
  slots.onFree(courier.pump);
  const message = newDelivery(testMessage(1, NOW), NOW);
  outbox.save([message]);
  courier.pump();
  await courier.idle();
  expect(outbox.find(message.id)).toMatchObject({
    ...{ status: 'pending', attempts: 1, nextAttemptAt: '2026-02-01T12:00:05.000Z' },
    last: { status: null, error: 'unsent' },
  });
  expect(errors).toEqual([new Error('a fault of our own')]);
  courier.stop();
  outbox.close();
});
