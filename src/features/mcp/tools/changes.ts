import { z } from 'zod';
import { type AgentTool, tool } from '../tool.ts';
import { changeInput, editFilterInput, pageIdInput, pagingInput } from './inputs.ts';

const DAY_S = 86_400;

const changeApiPath = (name: string): string => `/changes/${encodeURIComponent(name)}`;

/** Tools for whole changes. */
export const CHANGES: readonly AgentTool[] = [
  tool({
    name: 'list_changes',
    title: 'Changes',
    description: 'Lists the changes that are not live yet: each with its title, who made it and what it touches.',
    input: { ...pagingInput },
    effect: 'read',
    run: (ask, { limit = 20, offset }) => ask('GET', '/changes', { query: { limit, offset } }),
  }),
  tool({
    name: 'start_change',
    title: 'Start a change',
    description:
      'Makes an empty change to write into. Make one change for each task; its title tells people what the task is. Returns its name, which the other tools take.',
    input: { title: z.string().min(1) },
    effect: 'propose',
    run: (ask, body) => ask('POST', '/changes', { body }),
  }),
  tool({
    name: 'check_change',
    title: 'Check a change',
    description:
      'Shows what a change would do to the live site: every record that differs, with each value before and after, the problems it would cause, and values that clash with later edits of the live site. Call it when the edits are done.',
    input: { change: changeInput },
    effect: 'read',
    run: (ask, { change: name }) => ask('GET', changeApiPath(name)),
  }),
  tool({
    name: 'update_change',
    title: 'Update a change',
    description: 'Merges the latest live site into a change, so that the change is checked against it.',
    input: { change: changeInput },
    effect: 'propose',
    run: (ask, { change: name }) => ask('POST', `${changeApiPath(name)}/update`, { body: {} }),
  }),
  tool({
    name: 'preview_link',
    title: 'Preview link',
    description: 'Makes a link that shows a person a change, or one page of it, without a log-in until it expires.',
    input: {
      change: changeInput,
      page: pageIdInput.optional(),
      days: z.number().int().min(1).max(30).optional().describe('For how many days; 7 by default'),
    },
    effect: 'propose',
    run: async (ask, { change: name, page, days = 7 }) => {
      const { data } = await ask('GET', changeApiPath(name));
      const { ref } = data as { readonly ref: string };
      return ask('POST', '/auth/preview-session', { body: { ref, page, expiresIn: days * DAY_S } });
    },
  }),
  tool({
    name: 'undo_edits',
    title: 'Take edits back',
    description:
      'Takes back all edits that match, in a change, and keeps what others have edited since. Values that clash with later edits are refused, and listed.',
    input: { change: changeInput, ...editFilterInput },
    effect: 'propose',
    run: (ask, { change, ...filter }) => ask('POST', '/undo', { body: { filter }, change }),
  }),
  tool({
    name: 'bring_over',
    title: 'Bring over from another version',
    description: 'Puts records, or some of their values, back to what another version of the site has, in a change.',
    input: {
      change: changeInput,
      from: z.string().min(1).describe('A time, a change, a branch, a tag or a commit'),
      records: z
        .array(
          z.object({
            kind: z.string(),
            key: z.string().describe('As compare_versions returns it'),
            paths: z.array(z.array(z.union([z.string(), z.number().int()]))).optional(),
          }),
        )
        .min(1),
    },
    effect: 'propose',
    run: (ask, { change, ...body }) => ask('POST', '/compare/bring', { body, change }),
  }),
  tool({
    name: 'publish_change',
    title: 'Publish a change',
    description:
      'Makes a change live at once. Use it only if a person has asked for exactly that; keys that may only propose are refused. If the change has been edited since it was checked, it is refused too: check it again.',
    input: {
      change: changeInput,
      head: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .describe('The `head` that check_change returned, so that exactly what was checked is published'),
    },
    effect: 'publish',
    run: (ask, { change: name, head }) => ask('POST', `${changeApiPath(name)}/publish`, { body: {}, ifMatch: head }),
  }),
];
