import { Anchor } from '@mantine/core';
import { type ReactNode } from 'react';
import { Link } from 'react-router';

/** The link in a clickable row. It stops the click event, because the row would navigate a second time. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} fw={550} inherit onClick={(event) => event.stopPropagation()}>
      {children}
    </Anchor>
  );
}
