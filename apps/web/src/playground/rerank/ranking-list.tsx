import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { ScoreBar } from '../workbench/score-bar.js';
import classes from './ranking-list.module.css';
import { type RankedDocument } from './ranking.js';

export function RankingList({ ranking }: { ranking: readonly RankedDocument[] }) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Ranking
      </Title>
      <ol className={classes.list}>
        {ranking.map((document, index) => (
          <li key={document.position}>
            <ScoreBar
              label={<DocumentLabel rank={index + 1} document={document} />}
              value={document.score.toFixed(3)}
              share={document.share}
            />
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function DocumentLabel({ rank, document }: { rank: number; document: RankedDocument }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Badge variant="light" circle aria-label={`Rank ${rank}`}>
        {rank}
      </Badge>
      <div>
        {document.text}
        <Text span size="xs" c="dimmed" ml={6}>
          document {document.position}
        </Text>
      </div>
    </Group>
  );
}
