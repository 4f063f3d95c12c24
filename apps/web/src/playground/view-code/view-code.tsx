import { Button, type ButtonProps, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { type ApiRequest } from '../call/api-request.js';
import { CodePanel } from './code-panel.js';

export interface ViewCodeProps {
  request: ApiRequest;
  size?: ButtonProps['size'];
}

/** Opens the exact code for a request. */
export function ViewCode({ request, size = 'xs' }: ViewCodeProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size={size} variant="default" leftSection={<IconCode size={16} />} onClick={open}>
        View code
      </Button>
      <Modal opened={opened} onClose={close} title="The same in code" size="xl">
        {opened ? <CodePanel request={request} /> : null}
      </Modal>
    </>
  );
}
