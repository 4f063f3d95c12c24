import { type UseFormReturnType, useForm } from '@mantine/form';
import { type TokenFormValues } from './token-form-values.js';

export type TokenFormState = UseFormReturnType<TokenFormValues>;

export function useTokenForm(initialValues: TokenFormValues): TokenFormState {
  return useForm<TokenFormValues>({
    initialValues,
    validate: { name: (name) => (name.trim() === '' ? 'Give the token a name.' : null) },
  });
}
