import { text } from '../../model/schema/schema.ts';

/** What is searched for: 2 to 200 characters; blanks around them do not count. */
export const searchText = text({ maxLength: 200, pattern: '\\S[^]*\\S', errorMessage: 'must be 2 to 200 characters' });
