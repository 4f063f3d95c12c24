// Styles that all components need. The build adds the styles of each component to its chunk: see `vite.config.ts`.
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import './global.css';
