import { Anchor, Table, Text } from '@mantine/core';
import { type Model } from './model-queries.js';
import { priceLines } from './price-lines.js';
import { Section } from '../../kit/section.js';

const ORIGIN_WORDS = {
  'built-in': 'Built in',
  file: 'From the config file',
  console: 'Set in the console',
} as const;

export function PriceCard({ price }: Pick<Model, 'price'>) {
  return (
    <Section title="Price" size="lg">
      {price === null ? (
        <Text size="sm" c="dimmed">
          The price is unknown. The cost of requests is not recorded, and tokens with a budget cannot call
          this model unless the settings allow it. Edit the model to set a price.
        </Text>
      ) : (
        <>
          <Rates price={price} />
          <Origin price={price} />
        </>
      )}
    </Section>
  );
}

function Rates({ price: { rates } }: { price: NonNullable<Model['price']> }) {
  const lines = priceLines(rates);
  if (lines.length === 0) return <Text size="sm">Free of charge.</Text>;
  return (
    <Table aria-label="Rates" withRowBorders={false} horizontalSpacing={0}>
      <Table.Tbody>
        {lines.map(({ label, amount, unit }) => (
          <Table.Tr key={`${label} ${unit}`}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right">
              {amount}{' '}
              <Text span size="xs" c="dimmed">
                {unit}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Origin({ price: { origin, source, as_of: asOf } }: { price: NonNullable<Model['price']> }) {
  return (
    <Text size="xs" c="dimmed" mt="sm">
      {ORIGIN_WORDS[origin]}
      {asOf === null ? '' : `, as of ${asOf}`}
      {source === null ? null : (
        <>
          {', '}
          {isAddress(source) ? (
            <Anchor href={source} target="_blank" rel="noreferrer" inherit underline="always">
              price list
            </Anchor>
          ) : (
            source
          )}
        </>
      )}
      .
    </Text>
  );
}

function isAddress(source: string): boolean {
  return source.startsWith('https://');
}
