import { Alert } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';

/** `what` begins the sentence: "This token". */
export function ConfigFileNote({ what }: { what: string }) {
  return (
    <Alert color="gray" variant="light" icon={<IconFileText />} title="From the config file">
      {what} is described in the config file, so it can only be read here. Change the file and start the
      gateway again to change it.
    </Alert>
  );
}
