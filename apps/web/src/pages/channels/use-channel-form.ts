import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ChannelFormValues } from './channel-form-values.js';

export type ChannelFormState = UseFormReturnType<ChannelFormValues>;

export function useChannelForm(initialValues: ChannelFormValues): ChannelFormState {
  return useForm<ChannelFormValues>({
    initialValues,
    validate: {
      name: (name) => (name.trim() === '' ? 'Give the channel a name.' : null),
      models: (models, { renamed }) =>
        models.length + renamed.length === 0 ? 'Name at least one model.' : null,
    },
  });
}
