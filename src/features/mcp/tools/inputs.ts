import { z } from 'zod';

// Inputs that several tools share.

export const changeInput = z
  .string()
  // No branch name begins with a dot, and `..` in an address would lead elsewhere.
  .regex(/^[^.]/)
  .describe('The name of the change that holds the edits, as start_change or list_changes returns it');

export const inChangeInput = changeInput.optional().describe('Read from this change instead of the live site');

export const positiveId = z.number().int().positive();

export const pageIdInput = positiveId.describe('The id of the page, as find_pages returns it');

export const fieldsInput = z
  .record(z.string(), z.unknown())
  .describe("Values by the names of the type's fields; see list_types");

export const pagingInput = {
  limit: z.number().int().min(1).max(100).optional().describe('How many to return; 20 by default'),
  offset: z.number().int().min(0).optional().describe('How many to skip first'),
};

export const editFilterInput = {
  actor: z.string().optional().describe('Such as "user/1" or "api-key/3", or an e-mail address'),
  since: z.string().optional().describe('ISO 8601, inclusive'),
  until: z.string().optional().describe('ISO 8601, exclusive'),
  type: z.string().optional().describe('A kind of records such as "menu", or the slug of a type'),
  record: z.string().optional().describe('Such as "page/12"'),
};
