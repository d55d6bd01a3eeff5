import { z } from 'zod';
import { type Tool, tool } from '../tool.ts';
import { change, pageId } from './inputs.ts';

const DAY_S = 86_400;

const pathOf = (name: string): string => `/changes/${encodeURIComponent(name)}`;

/** Tools for changes as wholes. */
export const CHANGES: readonly Tool[] = [
  tool({
    name: 'list_changes',
    title: 'Changes',
    description:
      'What is being worked on and is not live: every change with its title, who made it and what it touches.',
    input: {},
    effect: 'read',
    run: (ask) => ask('GET', '/changes'),
  }),
  tool({
    name: 'start_change',
    title: 'Start a change',
    description:
      'Makes an empty change, to write into. One change for one task; its title says to a person what the task is. Gives its name, which the other tools take.',
    input: { title: z.string().min(1) },
    effect: 'propose',
    run: (ask, body) => ask('POST', '/changes', { body }),
  }),
  tool({
    name: 'check_change',
    title: 'Check a change',
    description:
      'What a change would do to what is live: every record that differs with each value before and after, problems that it would bring, and values that clash with what was changed meanwhile. Call it when the edits are done.',
    input: { change },
    effect: 'read',
    run: (ask, { change: name }) => ask('GET', pathOf(name)),
  }),
  tool({
    name: 'update_change',
    title: 'Update a change',
    description: 'Merges what has become live since into a change, so that it is checked against the present.',
    input: { change },
    effect: 'propose',
    run: (ask, { change: name }) => ask('POST', `${pathOf(name)}/update`, { body: {} }),
  }),
  tool({
    name: 'preview_link',
    title: 'A link to look at a change',
    description: 'A link for a person, which shows a change, or one page of it, without a log-in until it expires.',
    input: {
      change,
      page: pageId.optional(),
      days: z.number().int().min(1).max(30).optional().describe('For how long; 7 unless told'),
    },
    effect: 'propose',
    run: async (ask, { change: name, page, days = 7 }) => {
      const { data } = await ask('GET', pathOf(name));
      const { ref } = data as { readonly ref: string };
      return ask('POST', '/auth/preview-session', { body: { ref, page, expiresIn: days * DAY_S } });
    },
  }),
  tool({
    name: 'publish_change',
    title: 'Publish a change',
    description:
      'Makes a change live, at once. Only when a person has asked for exactly that; keys that may only propose are refused. So is a change that is another one than was checked: check it again.',
    input: {
      change,
      head: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .describe('The `head` that check_change has given: what is published is what was checked'),
    },
    effect: 'publish',
    run: (ask, { change: name, head }) => ask('POST', `${pathOf(name)}/publish`, { body: {}, ifMatch: head }),
  }),
];
