package dev.tagwerk.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the code and the poms to the table that ARCHITECTURE.md prints. */
class HouseRulesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Set<String> OPEN_TO_ALL =
            Set.of("spec", "runfolder", "modelfiles", "market");
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z/-]+)` \\| [^|]+ \\| ([^|]+) \\|$", Pattern.MULTILINE);

    /** Module folder to the modules that its row names, in the table's order. */
    private static Map<String, Set<String>> table;

    private static JavaClasses code;

    @BeforeAll
    static void read() throws IOException {
        table = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md")));
        while (row.find()) {
            Set<String> mayUse = new LinkedHashSet<>();
            switch (row.group(2).strip()) {
                case "-" -> {}
                case "all above" -> table.keySet().forEach(module -> mayUse.add(name(module)));
                default -> mayUse.addAll(List.of(row.group(2).strip().split(", ")));
            }
            table.put(row.group(1), mayUse);
        }
        code =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.tagwerk");
    }

    private static String name(String module) {
        return module.substring(module.lastIndexOf('/') + 1);
    }

    private static Set<String> allowed(String module) {
        Set<String> allowed = new LinkedHashSet<>(table.get(module));
        allowed.addAll(OPEN_TO_ALL);
        allowed.add(name(module));
        return allowed;
    }

    @Test
    void theTableNamesTheModulesOfTheReactor() throws IOException {
        Matcher module =
                Pattern.compile("<module>([^<]+)</module>")
                        .matcher(Files.readString(ROOT.resolve("pom.xml")));
        List<String> reactor = new ArrayList<>();
        while (module.find()) {
            reactor.add(module.group(1));
        }
        assertThat(table.keySet()).containsExactlyInAnyOrderElementsOf(reactor);
    }

    @Test
    void everyModuleUsesOnlyWhatItsRowNames() {
        for (String module : table.keySet()) {
            Set<String> allowed = allowed(module);
            classes()
                    .that()
                    .resideInAPackage("dev.tagwerk." + name(module))
                    .should()
                    .onlyDependOnClassesThat(
                            new DescribedPredicate<JavaClass>("are foreign or in " + allowed) {
                                @Override
                                public boolean test(JavaClass used) {
                                    String name = used.getPackageName();
                                    return !name.startsWith("dev.tagwerk.")
                                            || allowed.contains(
                                                    name.substring("dev.tagwerk.".length()));
                                }
                            })
                    .allowEmptyShould(true)
                    .check(code);
        }
    }

    @Test
    void everyPomNamesOnlyWhatItsRowNames() throws IOException {
        for (String module : table.keySet()) {
            Matcher dependency =
                    Pattern.compile(
                                    "<groupId>dev\\.tagwerk</groupId>\\s*<artifactId>tagwerk-([a-z-]+)</artifactId>")
                            .matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
            while (dependency.find()) {
                String used = dependency.group(1).replace("provider-", "");
                assertThat(allowed(module)).as("pom of %s", module).contains(used);
            }
        }
    }

    @Test
    void theGraphHasNoCircles() {
        slices().matching("dev.tagwerk.(*)..").should().beFreeOfCycles().check(code);
    }

    @Test
    void aModuleIsOneFlatPackage() {
        classes()
                .that()
                .resideInAPackage("dev.tagwerk..")
                .should()
                .resideInAPackage("dev.tagwerk.*")
                .check(code);
    }

    @Test
    void onlyTheComputingModulesTouchLibtorch() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.tagwerk.model", "dev.tagwerk.train", "dev.tagwerk.evaluate")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco..")
                .check(code);
    }

    /** Prices, models and images are fetched in rooms of their own; nothing else opens HTTP. */
    @Test
    void onlyTheRoomsThatFetchSpeakHttp() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.tagwerk.hub", "dev.tagwerk.images", "dev.tagwerk.pricefeed")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net.http..")
                .check(code);
    }

    @Test
    void exceptionsAreOfAKindThatSaysWhatWentWrong() {
        noClasses()
                .should()
                .callConstructor(RuntimeException.class, String.class)
                .orShould()
                .callConstructor(RuntimeException.class)
                .orShould()
                .callConstructor(RuntimeException.class, Throwable.class)
                .orShould()
                .callConstructor(Exception.class, String.class)
                .check(
                        code.that(
                                new DescribedPredicate<JavaClass>("are no exceptions themselves") {
                                    @Override
                                    public boolean test(JavaClass one) {
                                        return !one.isAssignableTo(Throwable.class);
                                    }
                                }));
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses().should().haveNameMatching(".*(Manager|Helper|Utils?|Impl\\d*)$").check(code);
    }
}
