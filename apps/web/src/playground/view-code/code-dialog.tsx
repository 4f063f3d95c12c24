import { Modal } from '@mantine/core';
import { type ApiRequest } from '../call/api-request.js';
import { CodePanel } from './code-panel.js';

interface CodeDialogProps {
  request: ApiRequest;
  isOpen: boolean;
  onClose: () => void;
}

export function CodeDialog({ request, isOpen, onClose }: CodeDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Code" size="xl">
      {isOpen ? <CodePanel request={request} /> : null}
    </Modal>
  );
}
