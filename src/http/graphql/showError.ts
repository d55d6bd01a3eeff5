import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { CmsError, describeDetail, type ErrorCode } from '../../model/errors.ts';

/** The longest message, in characters. */
const MAX_LENGTH = 1000;

/**
 * An error in GraphQL's format. `isOpen` allows suggestions of similar names. Throws unexpected errors, which the
 * server logs and does not show.
 */
export const showError = (error: GraphQLError, isOpen: boolean): GraphQLFormattedError => ({
  ...error.toJSON(),
  message: publicMessage(error, isOpen),
  extensions: { code: publicErrorCode(error) },
});

function publicMessage({ message, originalError }: GraphQLError, isOpen: boolean): string {
  // GraphQL's path names only the field, so the message has to name the argument.
  if (originalError instanceof CmsError) return originalError.details.map(describeDetail).join('; ');
  // The message quotes a wrong value in full, twice.
  const words = message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
  return isOpen ? words : words.replace(/ Did you mean .*$/s, '');
}

function publicErrorCode({ originalError }: GraphQLError): ErrorCode {
  if (originalError instanceof CmsError) return originalError.code;
  if (originalError === undefined || originalError instanceof GraphQLError) return 'VALIDATION';
  throw originalError;
}
