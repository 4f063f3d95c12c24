import { Alert, Badge, Group, Stack, Title } from '@mantine/core';
import { IconFlag, IconShieldCheck } from '@tabler/icons-react';
import { ScoreBar } from '../workbench/score-bar.js';
import { type CategoryScore, type Verdict } from './verdict.js';

export function VerdictView({ verdict: { flagged, scores } }: { verdict: Verdict }) {
  return (
    <Stack gap="md">
      {flagged ? (
        <Alert color="red" icon={<IconFlag />} title="Flagged">
          The model would not let this pass.
        </Alert>
      ) : (
        <Alert color="gate" icon={<IconShieldCheck />} title="Not flagged">
          The model found no harm in this.
        </Alert>
      )}
      <Title order={2} size="h4">
        Scores
      </Title>
      <Stack gap="xs">
        {scores.map((score) => (
          <CategoryBar key={score.category} score={score} />
        ))}
      </Stack>
    </Stack>
  );
}

function CategoryBar({ score: { label, score, flagged } }: { score: CategoryScore }) {
  const name = flagged ? (
    <Group gap="xs">
      {label}
      <Badge color="red" variant="light" size="sm" leftSection={<IconFlag size={10} />}>
        Flagged
      </Badge>
    </Group>
  ) : (
    label
  );
  return <ScoreBar label={name} value={score.toFixed(3)} share={score} color={flagged ? 'red' : 'gate'} />;
}
