import { Collapse, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId } from 'react';

interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

interface FoldedSectionProps {
  title: string;
  /** Describes the content while the section is collapsed. */
  summary: string;
  /** Opens the section, for example if a field inside has an error. */
  mustOpen?: boolean;
  children: ReactNode;
}

export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {description === undefined ? null : (
        <Text size="sm" c="dimmed" mt={2}>
          {description}
        </Text>
      )}
      <Stack mt="md">{children}</Stack>
    </Paper>
  );
}

/** A collapsible section for settings that are rarely changed. */
export function FoldedSection({ title, summary, mustOpen = false, children }: FoldedSectionProps) {
  const [opened, { toggle, open }] = useDisclosure(mustOpen);
  const panelId = useId();
  useEffect(() => {
    if (mustOpen) open();
  }, [mustOpen, open]);
  const Icon = opened ? IconChevronDown : IconChevronRight;
  return (
    <Paper withBorder component="section" aria-label={title}>
      <Title order={2} size="h4">
        <UnstyledButton onClick={toggle} aria-expanded={opened} aria-controls={panelId} w="100%" p="lg">
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text fw={650} fz="h4" lh="h4">
                {title}
              </Text>
              <Text size="sm" c="dimmed" fw={400} mt={2}>
                {summary}
              </Text>
            </div>
            <Icon size={20} aria-hidden />
          </Group>
        </UnstyledButton>
      </Title>
      <Collapse expanded={opened} id={panelId}>
        <Stack px="lg" pb="lg">
          {children}
        </Stack>
      </Collapse>
    </Paper>
  );
}
