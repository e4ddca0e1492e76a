package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a script's {@code az} commands make, each as a document in the shape that files have: jobs
 * and apps of Container Apps, environments with their profiles, storages and storage accounts. What
 * an {@code update} leaves alone is a placeholder. Stateless.
 */
public final class AzScript {
    private static final String ENVIRONMENTS = "workloadProfiles";

    private AzScript() {}

    /** Whether a document is one of these, and not a file's own. */
    public static boolean made(Document document) {
        return document.root().path().startsWith("(");
    }

    /** In the order of the script; none for other files. */
    public static List<Document> of(Document script) {
        if (script.format() != Format.SHELL) {
            return List.of();
        }
        List<Items> commands =
                script.root().items().stream()
                        .filter(Items.class::isInstance)
                        .map(Items.class::cast)
                        .toList();
        Assignments assignments = Assignments.of(commands);
        List<Document> made = new ArrayList<>();
        Map<String, Grown> environments = new LinkedHashMap<>();
        Map<String, List<Grown>> profiles = new LinkedHashMap<>();
        for (Items command : commands) {
            CommandWords words = assignments.expanded(CommandWords.of(command));
            if (words.startsWith("az", "containerapp", "env", "create")) {
                environment(words, environments, profiles);
            } else if (words.startsWith("az", "containerapp", "env", "workload-profile")) {
                profile(words, environments, profiles);
            } else if (words.startsWith("az", "containerapp", "env", "storage", "set")) {
                made.add(document(Format.CONTAINER_APPS_STORAGE, storage(words)));
            } else if (words.startsWith("az", "storage", "account", "create")) {
                made.add(document(Format.STORAGE_ACCOUNT, account(words)));
            } else {
                AzWorkloads.of(words).ifPresent(made::add);
            }
        }
        environments.forEach(
                (name, environment) -> {
                    environment
                            .inner("properties")
                            .list(ENVIRONMENTS, profiles.getOrDefault(name, List.of()));
                    made.add(document(Format.CONTAINER_APPS_ENVIRONMENT, environment));
                });
        return made;
    }

    private static Document document(Format format, Grown root) {
        Fields fields = root.done();
        return new Document(fields.source(), format, fields, List.of());
    }

    private static String key(CommandWords words) {
        return words.value("--name", "-n")
                .map(name -> name.text().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    private static void environment(
            CommandWords words,
            Map<String, Grown> environments,
            Map<String, List<Grown>> profiles) {
        Grown root = new Grown(words.node());
        root.put("name", words.value("--name", "-n"));
        root.put("location", words.value("--location", "-l"));
        root.inner("properties")
                .inner("vnetConfiguration")
                .put(
                        "infrastructureSubnetId",
                        words.value("--infrastructure-subnet-resource-id", "-s"));
        environments.put(key(words), root);
        List<Grown> own = new ArrayList<>();
        boolean without =
                words.value("--enable-workload-profiles", "-w")
                        .filter(on -> on.text().equalsIgnoreCase("false"))
                        .isPresent();
        if (!without) {
            own.add(
                    root.inner("properties")
                            .item(ENVIRONMENTS, 0)
                            .meant("name", "Consumption")
                            .meant("workloadProfileType", "Consumption"));
        }
        profiles.put(key(words), own);
    }

    private static void profile(
            CommandWords words,
            Map<String, Grown> environments,
            Map<String, List<Grown>> profiles) {
        String verb = words.words().size() > 4 ? words.words().get(4).text() : "";
        if (!verb.equals("add") && !verb.equals("set") && !verb.equals("update")) {
            return;
        }
        environments.computeIfAbsent(
                key(words),
                name -> {
                    // it exists already, with profiles of which the script says nothing
                    Grown root = new Grown(words.node());
                    root.put("name", words.value("--name", "-n"));
                    List<Grown> own = new ArrayList<>();
                    own.add(root.inner("properties").item(ENVIRONMENTS, 0).unchanged("name"));
                    profiles.put(name, own);
                    return root;
                });
        List<Grown> own = profiles.computeIfAbsent(key(words), name -> new ArrayList<>());
        own.add(
                new Grown(words.node())
                        .inner("properties")
                        .item(ENVIRONMENTS, own.size())
                        .put("name", words.value("--workload-profile-name", "-w"))
                        .put("workloadProfileType", words.value("--workload-profile-type"))
                        .put("minimumCount", words.value("--min-nodes"))
                        .put("maximumCount", words.value("--max-nodes")));
    }

    private static Grown storage(CommandWords words) {
        Grown root = new Grown(words.node());
        Optional<Scalar> environment =
                words.value("--name", "-n").filter(name -> !name.isPlaceholder());
        // a storage's name has its environment's before it, as templates write children
        root.put(
                "name",
                words.value("--storage-name")
                        .map(
                                name ->
                                        environment
                                                .map(owner -> owner.text() + "/" + name.text())
                                                .map(text -> CommandWords.saying(name, text))
                                                .orElse(name)));
        boolean nfs = words.value("--server").isPresent();
        root.inner("properties")
                .inner(nfs ? "nfsAzureFile" : "azureFile")
                .put("accountName", words.value("--azure-file-account-name", "--account-name"))
                .put("server", words.value("--server"))
                .put("shareName", words.value("--azure-file-share-name", "--share-name"))
                .put("accessMode", words.value("--access-mode"));
        return root;
    }

    private static Grown account(CommandWords words) {
        Grown root = new Grown(words.node());
        root.put("name", words.value("--name", "-n"))
                .put("location", words.value("--location", "-l"))
                .put("kind", words.value("--kind"))
                .put("allowSharedKeyAccess", words.value("--allow-shared-key-access"))
                .put("enableHttpsTrafficOnly", words.value("--https-only"));
        root.inner("networkRuleSet").put("defaultAction", words.value("--default-action"));
        return root;
    }
}
