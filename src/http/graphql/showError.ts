import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { CmsError, type ErrorCode, inWords } from '../../model/errors.ts';

/** Letters of a message. */
const MAX_WORDS = 1000;

/** An error in the form of GraphQL. `isOpen`: similar names are told. Throws what is not expected: the server logs it and tells nothing. */
export const showError = (error: GraphQLError, isOpen: boolean): GraphQLFormattedError => ({
  ...error.toJSON(),
  message: messageOf(error, isOpen),
  extensions: { code: codeOf(error) },
});

function messageOf({ message, originalError }: GraphQLError, isOpen: boolean): string {
  // GraphQL's path names the field; which of its arguments is wrong stands nowhere else.
  if (originalError instanceof CmsError) return originalError.details.map(inWords).join('; ');
  // A value that is wrong stands in it whole, twice.
  const words = message.length > MAX_WORDS ? `${message.slice(0, MAX_WORDS)}…` : message;
  return isOpen ? words : words.replace(/ Did you mean .*$/s, '');
}

function codeOf({ originalError }: GraphQLError): ErrorCode {
  if (originalError instanceof CmsError) return originalError.code;
  if (originalError === undefined || originalError instanceof GraphQLError) return 'VALIDATION';
  throw originalError;
}
