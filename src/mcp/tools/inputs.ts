import { z } from 'zod';

/** Inputs that several tools share. */

export const change = z
  .string()
  // No branch has such a name, and in an address it would lead elsewhere.
  .regex(/^[^.]/)
  .describe('The name of the change that holds the edits, as start_change or list_changes gives it');

export const inChange = change.optional().describe('Read within this change; without it what is live');

export const id = z.number().int().positive();

export const pageId = id.describe('The id of the page, as find_pages gives it');

export const fields = z
  .record(z.string(), z.unknown())
  .describe('Values by the names of the fields that the type has, as list_types tells');

export const paging = {
  limit: z.number().int().min(1).max(100).optional().describe('How many; 20 unless told'),
  offset: z.number().int().min(0).optional().describe('How many to leave out before them'),
};
