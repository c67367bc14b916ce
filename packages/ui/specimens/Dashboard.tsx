export const Dashboard = () => null
