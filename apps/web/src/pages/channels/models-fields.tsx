import { TagsInput } from '@mantine/core';
import { FormSection } from '../../kit/forms/form-section.js';
import { PairListInput } from '../../kit/forms/pair-list-input.js';
import { type Provider } from './channel-queries.js';
import { type ChannelFormState } from './use-channel-form.js';

export interface ModelsFieldsProps {
  form: ChannelFormState;
  provider: Provider;
}

export function ModelsFields({ form, provider }: ModelsFieldsProps) {
  return (
    <FormSection
      title="Models"
      description={
        provider.lists_models
          ? 'The names that clients use. Once the channel is saved, you can pick from the list of its service.'
          : 'The names that clients use.'
      }
    >
      <TagsInput
        label="Models"
        description="A * at the end stands for any ending, such as gpt-*."
        withAsterisk
        data={provider.usual_models}
        splitChars={[',', ' ', '\n']}
        clearable
        {...form.getInputProps('models')}
      />
      <PairListInput
        label="Renamed models"
        description="Where clients use another name than the service does."
        sides={{
          name: 'Name for clients',
          value: 'Name at the service',
          nameExample: 'fast',
          valueExample: provider.usual_models[0]?.replace(/\*$/, 'mini') ?? 'llama-3.2-3b',
        }}
        noun="renamed model"
        value={form.values.renamed}
        onChange={(renamed) => form.setFieldValue('renamed', renamed)}
        error={form.errors.renamed}
      />
    </FormSection>
  );
}
