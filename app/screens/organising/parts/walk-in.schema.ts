import { activityOrganisingCalls } from "contract/activities/organising/calls";

export const walkInForm = activityOrganisingCalls.activityWalkIn.request.omit({ activityId: true });
