import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../router/root.ts';
import { SetupScreen } from './SetupScreen.tsx';

export const setupRoute = createRoute({ getParentRoute: () => rootRoute, path: '/setup', component: SetupScreen });
