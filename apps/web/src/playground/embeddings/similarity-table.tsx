import { List, Stack, Table, Text, Title } from '@mantine/core';
import { formatCount } from '../../kit/format.js';
import { similarities } from './cosine.js';
import { type EmbeddingsAnswer } from './embeddings-request.js';
import { toHeat, describeSimilarity } from './heat.js';

export interface SimilarityTableProps {
  texts: readonly string[];
  answer: EmbeddingsAnswer;
}

/** Every text against every other, as numbers on a ground that deepens with them. */
export function SimilarityTable({ texts, answer }: SimilarityTableProps) {
  const vectors = answer.data
    .toSorted((one, other) => one.index - other.index)
    .map(({ embedding }) => embedding);
  const dimensions = vectors[0]?.length ?? 0;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Similarity
      </Title>
      <Table.ScrollContainer minWidth={texts.length * 56}>
        <Table withTableBorder withColumnBorders className="tabular" layout="fixed">
          <Table.Caption>Cosine similarity: 1 is the same direction, 0 unrelated.</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w={56}>
                Text
              </Table.Th>
              {texts.map((text, column) => (
                <Table.Th key={`${column} ${text}`} scope="col" ta="center" title={text}>
                  {column + 1}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {similarities(vectors).map((row, index) => (
              <SimilarityRow
                key={`${index} ${texts[index]}`}
                number={index + 1}
                text={texts[index] ?? ''}
                row={row}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Legend texts={texts} />
      <Text size="xs" c="dimmed">
        {formatCount(vectors.length)} vectors of {formatCount(dimensions)} dimensions
        {answer.usage?.total_tokens === undefined ? '' : `, ${formatCount(answer.usage.total_tokens)} tokens`}
      </Text>
    </Stack>
  );
}

function SimilarityRow({ number, text, row }: { number: number; text: string; row: readonly number[] }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" title={text}>
        {number}
      </Table.Th>
      {row.map((similarity, column) => (
        <Table.Td
          key={column}
          ta="center"
          style={{ background: toHeat(similarity) }}
          title={`Texts ${number} and ${column + 1}: ${describeSimilarity(similarity)}`}
        >
          {similarity.toFixed(2)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function Legend({ texts }: { texts: readonly string[] }) {
  return (
    <List type="ordered" size="sm">
      {texts.map((text, index) => (
        <List.Item key={`${index} ${text}`}>{text}</List.Item>
      ))}
    </List>
  );
}
