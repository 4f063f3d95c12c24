import { queryOptions } from '@tanstack/react-query';
import { type Schema, api, unwrapResponse } from '../../api/client.js';

export type TokenField = Schema<'FormFieldView'>;
export type FieldKind = TokenField['kind'];
export type FieldGroup = Schema<'FormGroupView'>;

/** The settings of tokens, grouped into form sections. They change only with the version of the gateway. */
export const tokenFieldGroups = queryOptions({
  queryKey: ['forms', 'token'],
  queryFn: async () => (await unwrapResponse(api.GET('/api/forms'))).token,
  staleTime: Number.POSITIVE_INFINITY,
});

export function listFields(groups: readonly FieldGroup[]): TokenField[] {
  return groups.flatMap(({ fields }) => fields);
}

/** The texts of a field as input props. */
export function getTexts({ label, description, when_empty: placeholder }: TokenField) {
  return {
    label,
    ...(description === null ? {} : { description }),
    ...(placeholder === null ? {} : { placeholder }),
  };
}
