import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { CmsError, type ErrorCode, inWords } from '../../model/errors.ts';

/** An error in the form of GraphQL. `isOpen`: similar names are told. Throws what is not expected: the server logs it and tells nothing. */
export const showError = (error: GraphQLError, isOpen: boolean): GraphQLFormattedError => ({
  ...error.toJSON(),
  message: messageOf(error, isOpen),
  extensions: { code: codeOf(error) },
});

function messageOf({ message, originalError }: GraphQLError, isOpen: boolean): string {
  // GraphQL's path names the field; which of its arguments is wrong stands nowhere else.
  if (originalError instanceof CmsError) return originalError.details.map(inWords).join('; ');
  return isOpen ? message : message.replace(/ Did you mean .*$/s, '');
}

function codeOf({ originalError }: GraphQLError): ErrorCode {
  if (originalError instanceof CmsError) return originalError.code;
  if (originalError === undefined || originalError instanceof GraphQLError) return 'VALIDATION';
  throw originalError;
}
