import { Alert, Title } from '@mantine/core';

export function ReferenceFailure({ error }: { error: Error }) {
  return (
    <>
      <Title order={1} size="h2" mb="md">
        API reference
      </Title>
      <Alert color="red" title="The reference could not be loaded">
        {error.message}
      </Alert>
    </>
  );
}
