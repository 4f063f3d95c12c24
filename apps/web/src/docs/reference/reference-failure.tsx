import { Alert, Title } from '@mantine/core';

export function ReferenceFailure({ error, title = 'API reference' }: { error: Error; title?: string }) {
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {title}
      </Title>
      <Alert color="red" title="The page could not be loaded">
        {error.message}
      </Alert>
    </>
  );
}
