import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';

export function NotFound() {
  return (
    <Stack align="center" py="xl" gap="sm">
      <Title order={1} size="h2">
        There is no such page
      </Title>
      <Text c="dimmed">Its address may be mistyped, or it is not yours to see.</Text>
      <Button component={Link} to="/" variant="light">
        To the overview
      </Button>
    </Stack>
  );
}
