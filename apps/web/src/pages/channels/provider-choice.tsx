import { Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { FormSection } from '../../kit/forms/form-section.js';
import { type Provider } from './channel-queries.js';
import classes from './provider-choice.module.css';

export interface ProviderChoiceProps {
  providers: readonly Provider[];
  value: string;
  onChange: (provider: Provider) => void;
}

export function ProviderChoice({ providers, value, onChange }: ProviderChoiceProps) {
  const choose = (id: string): void => {
    const provider = providers.find((one) => one.id === id);
    if (provider !== undefined) onChange(provider);
  };
  return (
    <FormSection title="Provider" description="Who answers. A server of your own is OpenAI-compatible.">
      <Radio.Group value={value} onChange={choose} aria-label="Provider">
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs">
          {providers.map(({ id, label, operations }) => (
            <Radio.Card key={id} value={id} p="sm" className={classes.card} aria-label={label}>
              <Group wrap="nowrap" align="flex-start" gap="xs">
                <Radio.Indicator size="xs" mt={3} />
                <div>
                  <Text size="sm" fw={550}>
                    {label}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {getSummary(operations)}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
    </FormSection>
  );
}

const MAX_NAMED = 3;

function getSummary(operations: readonly string[]): string {
  const named = operations.slice(0, MAX_NAMED).map((operation) => operation.replaceAll('-', ' '));
  const others = operations.length - named.length;
  return others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
}
