import { describe, expect, it } from 'vitest';
import { describeActivity, writeCountedSubject, writeSubject } from '../../src/model/activity.ts';

describe('an activity', () => {
  const describeCommit = (action: string | null, subject: string | null, title: string | null = null, count = 1) => {
    const activity = describeActivity({ action, subject, title, count });
    return activity && [activity.verb, activity.kind, activity.name, activity.count];
  };

  it.each([
    [{ verb: 'update', kind: 'page', name: 'About (us)', key: 'en/about' }, ['update', 'page', 'About (us)', 1]],
    [{ verb: 'create', kind: 'trackingScript', name: 'A "counter"' }, ['create', 'trackingScript', 'A "counter"', 1]],
    [{ verb: 'upsert', kind: 'page', name: 'New' }, ['update', 'page', 'New', 1]],
    [{ verb: 'follow', kind: 'redirect', name: '/sky', key: 'sky' }, ['follow', 'redirect', '/sky', 1]],
    [{ verb: 'follow', kind: 'redirect', name: '/sky', isCreation: true }, ['create', 'redirect', '/sky', 1]],
    [{ verb: 'update', kind: 'settings', name: 'Settings' }, ['update', 'settings', 'Settings', 1]],
    [{ verb: 'publish', kind: 'change', name: 'Summer' }, ['publish', 'change', 'Summer', 1]],
  ])('is read from the subject that was written for %j', (facts, activity) => {
    expect(describeCommit(null, writeSubject(facts))).toEqual(activity);
  });

  it.each([
    [{ verb: 'publish', kind: 'page', count: 3 }, ['publish', 'page', null, 3]],
    [{ verb: 'import', kind: 'redirect', count: 2 }, ['import', 'redirect', null, 2]],
    [{ verb: 'remove', kind: null, count: 12 }, ['remove', null, null, 12]],
  ] as const)('is read from the subject that was written for %j', (facts, activity) => {
    expect(describeCommit(null, writeCountedSubject(facts))).toEqual(activity);
  });

  it.each([
    ['page.update', 'Update page "Before" (en/about)', 'After', ['update', 'page', 'After', 1]],
    ['webhook.disable', null, null, ['disable', 'webhook', null, 1]],
    ['auth.login', null, 'Ada', ['login', null, null, 1]],
    ['commit.revert', 'Revert "Update page "Before""', null, ['revert', null, null, 1]],
    ['git.commit', 'Start the content history', null, ['begin', null, null, 0]],
  ])('%s with the subject %j', (action, subject, title, activity) => {
    expect(describeCommit(action, subject, title)).toEqual(activity);
  });

  it.each(['Mend the opening hours', 'Update everything', 'Mend page "About"', 'Update harbour "About"', ''])(
    'is not known for what somebody has written: %j',
    (subject) => expect(describeCommit(null, subject)).toBeNull(),
  );
});
