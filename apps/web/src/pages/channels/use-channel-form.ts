import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ChannelFormValues } from './channel-form-values.js';

export type ChannelFormState = UseFormReturnType<ChannelFormValues>;

/** The form state of a channel. `findFieldErrors` validates the fields of the provider. */
export function useChannelForm(
  initialValues: ChannelFormValues,
  findFieldErrors: (values: ChannelFormValues) => Record<string, string> = () => ({}),
): ChannelFormState {
  return useForm<ChannelFormValues>({
    initialValues,
    validate: (values) => {
      const { name, models, renamed } = values;
      return {
        ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
        ...findFieldErrors(values),
        ...(models.length + renamed.length === 0 ? { models: 'Enter at least one model.' } : {}),
      };
    },
  });
}
