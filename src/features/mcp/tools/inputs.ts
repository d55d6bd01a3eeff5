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
